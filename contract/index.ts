import type { Endpoint } from './endpoint.ts'
import { endOtherSessions, endSession, exchangeCode, listSessions, refreshSession, signOut, startSignIn } from './mobile.ts'
import { listPlatforms } from './platform.ts'
import { findProjects, getProject, listActiveProjects, listFileTypes, listNewProjects } from './project.ts'
import { findTags, listTags } from './tag.ts'
import { findRoles, listRoles } from './user.ts'

export const apiEndpoints: readonly Endpoint[] = [
  listActiveProjects,
  listNewProjects,
  findProjects,
  listFileTypes,
  getProject,
  listRoles,
  findRoles,
  listTags,
  findTags,
  listPlatforms,
  listSessions,
  endSession,
  endOtherSessions,
]

// The mobile auth backend.
export const authEndpoints: readonly Endpoint[] = [startSignIn, exchangeCode, refreshSession, signOut]
