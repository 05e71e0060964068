// The next step of a signed-in person on the start page.
export const home = {
  'home.step': 'Your next step',
  'home.results': 'Upload the results of “{project}”',
  'home.results.action': 'Upload results',
  'home.applied': 'Your application for “{project}” is being reviewed',
  'home.appliedSeveral': { one: '{count} application is being reviewed', other: '{count} applications are being reviewed' },
  'home.approved': 'Your team got “{project}”',
  'home.toTeam': 'Open',
  'home.free': '{team} is looking for a project',
  'home.free.text': 'Choose an open project and apply.',
  'home.free.action': 'See open projects',
  'home.member': 'Your team has no project yet',
  'home.member.text': 'An admin of your team can apply for an open project.',
  'home.noTeam': 'You’re not in a team yet',
  'home.noTeam.text': 'Look around. Curators can add you to a team.',
}
