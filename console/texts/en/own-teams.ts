// What members did with their teams, in the audit log.
export const ownTeams = {
  'audit.did.createOwnTeam': '{actor} made the team {target}',
  'audit.did.updateOwnTeam': '{actor} edited their team {target}',
  'audit.did.disbandTeam': '{actor} disbanded the team {target}',
  'audit.did.undoTeamChange': '{actor} undid a change of the team {target}',
  'audit.did.leaveTeam': '{actor} left the team {target}',
  'audit.did.handOverTeam': '{actor} made {member} an admin of {target}',
  'audit.did.removeOwnMember': '{actor} removed {member} from their team {target}',
}
