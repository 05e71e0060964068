// Responsible curators, reviewers, and creating and editing people.
export const responsibility = {
  'people.key.group': 'Group',
  'audit.detail.responsibleCurator': 'Responsible curator',
  'audit.detail.reviewer': 'Reviewer',
  'audit.detail.group': 'Group',
  'audit.detail.email': 'Email',
  'audit.detail.surname': 'Last name',
  'audit.detail.patronymic': 'Patronymic',
  'audit.detail.projects': 'Projects without a responsible curator now',
  'audit.detail.reviews': 'Applications without an assigned reviewer now',
  'audit.did.assignRequests': '{actor} changed the reviewer of the application {target}',
  'audit.did.createPerson': '{actor} added {target}',
  'audit.did.updatePerson': '{actor} edited the details of {target}',
}
