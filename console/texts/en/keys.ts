export const keys = {
  'keys.approve': 'Applications: approve',
  'keys.decline': 'Applications: decline',
  'keys.undo': 'Applications: undo the last decision',
  'keys.select': 'Applications: select',
  'keys.round.preferred': 'Rounds, in the table: prefer the team',
  'keys.round.unsuitable': 'Rounds, in the table: mark as unsuitable',
  'keys.round.none': 'Rounds, in the table: remove the mark',
  'keys.round.lock': 'Rounds, in the table: assign the team by hand',
  'keys.choose': 'Go to an application with j and k first.',
  'keys.decided': '{team}: the application has already been decided.',
  'keys.approved': '{team}: approved. Press u to undo.',
  'keys.nothing': 'There is no decision to undo.',
}
