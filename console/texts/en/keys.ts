export const keys = {
  'keys.approve': 'Applications: approve',
  'keys.decline': 'Applications: decline',
  'keys.undo': 'Applications: undo the last decision',
  'keys.select': 'Applications: select',
  'keys.choose': 'Go to an application with j and k first.',
  'keys.decided': '{team}: the application has already been decided.',
  'keys.approved': '{team}: approved. Press u to undo.',
  'keys.nothing': 'There is no decision to undo.',
}
