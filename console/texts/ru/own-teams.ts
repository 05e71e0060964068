import type { ownTeams as en } from '#console/texts/en/own-teams.ts'
import type { SameKeys } from '#ui/texts.ts'

export const ownTeams: SameKeys<typeof en> = {
  'audit.did.createOwnTeam': '{actor}: создана своя команда {target}',
  'audit.did.updateOwnTeam': '{actor}: изменена своя команда {target}',
  'audit.did.disbandTeam': '{actor}: роспуск команды {target}',
  'audit.did.undoTeamChange': '{actor}: отменено изменение команды {target}',
  'audit.did.leaveTeam': '{actor}: выход из команды {target}',
  'audit.did.handOverTeam': '{actor}: {member} — администратор команды {target}',
  'audit.did.removeOwnMember': '{actor}: {member} — удаление из своей команды {target}',
}
