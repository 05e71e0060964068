// Responsible curators, reviewers, and creating and editing people.
export const responsibility = {
  'people.key.group': 'Group',
  'audit.did.assignRequests': '{actor} changed the reviewer of the application {target}',
  'audit.did.createPerson': '{actor} added {target}',
  'audit.did.updatePerson': '{actor} edited the details of {target}',
}
