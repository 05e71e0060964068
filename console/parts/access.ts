import { getUser } from '#contract/profile.ts'
import { useCall } from '#ui/query.ts'

/** Whether who is looking may also do what administrators do; the door has asked already. */
export const useIsAdministrator = (): boolean =>
  useCall(getUser, undefined, { isPrivate: true, isSaved: false }).answer?.access === 'administrator'
