// What the groups of operations are about.
export const tagTexts: Record<string, string> = {
  Projects: 'Published projects: lists, search, details.',
  Vocabularies: 'Tags, roles, platforms and kinds of files.',
  Settings: 'Name, languages and appearance of the directory.',
  Profile: 'The signed-in person: profile, email address, photo, export and deletion.',
  Requests: 'Applications of teams for projects, and the messages about them.',
  Results: 'Result files and links of teams.',
  Covers: 'Pictures of projects.',
  Questions: 'Public questions about projects, and their answers.',
  'Saved projects': 'Projects that a person has saved.',
  Teams: 'Teams that members form: making, editing, inviting, leaving.',
  Joining: 'People who look for a team, and teams that look for people.',
  Console: 'For curators and administrators.',
  Rounds: 'Rounds in which teams put projects in order and places are given out by a rule.',
  Sessions: 'Where a person is signed in.',
  Mail: 'Feedback by email, and settings of notifications.',
  'Sign-in': 'Signing in and out.',
}
