// The next step of a signed-in person on the start page.
export const home = {
  'home.step': 'Your next step',
  'home.results': 'Results are due',
  'home.results.action': 'Upload results',
  'home.applied': { one: 'Application under review', other: '{count} applications under review' },
  'home.approved': 'Your application was approved',
  'home.project': 'Your project',
  'home.toTeam': 'Open',
  'home.free': 'Your team has no project yet',
  'home.free.text': 'Choose an open project and apply.',
  'home.free.action': 'See open projects',
  'home.member.text': 'A team admin can apply for one.',
  'home.noTeam': 'You’re not in a team yet',
  'home.noTeam.text': 'See how to get into one.',
}
