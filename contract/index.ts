import { consoleEndpoints } from './console/index.ts'
import { coverEndpoints } from './cover.ts'
import { sendEmail } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { followChanges } from './event.ts'
import { invitationEndpoints } from './invitation.ts'
import { joiningEndpoints } from './joining.ts'
import { updateMember, updateMemberRole } from './member.ts'
import { messageEndpoints } from './message.ts'
import { exchangeCode, refreshSession, sessionEndpoints, signOut, startSignIn } from './mobile.ts'
import { getNotifications, updateNotifications } from './notification.ts'
import { profileEndpoints, userEndpoints } from './profile.ts'
import { projectEndpoints } from './project.ts'
import { questionEndpoints } from './question.ts'
import { decideRequest, requestEndpoints } from './request.ts'
import { listVersions, resultEndpoints } from './result.ts'
import { roundEndpoints } from './round.ts'
import { afterRoundEndpoints } from './round-after.ts'
import { savedEndpoints } from './saved.ts'
import { getLogo, getSettings } from './settings.ts'
import { teamEndpoints } from './team.ts'
import { teamOverviewEndpoints } from './team-overview.ts'
import { roleEndpoints } from './user.ts'
import { listPlatforms } from './vocabulary/platform.ts'
import { listSearchSynonyms } from './vocabulary/synonym.ts'
import { findTags, listTags } from './vocabulary/tag.ts'

/** Every endpoint of the main API. Its handler is the file named by its path and method (api/routes.ts). */
export const apiEndpoints: readonly Endpoint[] = [
  ...projectEndpoints,
  ...roleEndpoints,
  listTags,
  findTags,
  listPlatforms,
  listSearchSynonyms,
  getSettings,
  getLogo,
  ...userEndpoints,
  ...requestEndpoints,
  ...messageEndpoints,
  ...resultEndpoints,
  ...coverEndpoints,
  listVersions,
  ...questionEndpoints,
  ...profileEndpoints,
  ...savedEndpoints,
  updateMember,
  updateMemberRole,
  ...joiningEndpoints,
  decideRequest,
  ...roundEndpoints,
  ...afterRoundEndpoints,
  ...teamEndpoints,
  ...teamOverviewEndpoints,
  ...consoleEndpoints,
  ...invitationEndpoints,
  ...sessionEndpoints,
  sendEmail,
  getNotifications,
  updateNotifications,
  followChanges,
]

/** The 22 calls of the main API whose paths are fixed, with their variants: clients in the field also make them without a prefix. */
export const fixedEndpoints: readonly Endpoint[] = apiEndpoints.filter(({ isFixed }) => isFixed)

// The mobile auth backend.
export const authEndpoints: readonly Endpoint[] = [startSignIn, exchangeCode, refreshSession, signOut]
