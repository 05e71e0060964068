import { getUser } from '#contract/profile.ts'
import { useCall } from '#ui/server/query.ts'

/** Whether the user is an administrator; the answer is cached, `AccessGate` in app.tsx has already loaded it. */
export const useIsAdministrator = (): boolean =>
  useCall(getUser, undefined, { isPrivate: true, isSaved: false }).answer?.access === 'administrator'
