import { listRoleNames } from '#contract/user.ts'
import { localizedName } from './localized-name.ts'
import { useCall } from './server/query.ts'
import { language } from './settings.ts'

/** The name of a role in the chosen language; members and teams have the English one. */
export function useRoleName(): (role: string) => string {
  const { answer } = useCall(listRoleNames, undefined, { isOn: language.value === 'ru' })
  return (role) => {
    const known = answer?.find(({ name }) => name === role)
    return known ? localizedName(known) : role
  }
}
