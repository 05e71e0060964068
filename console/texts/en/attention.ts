export const attention = {
  'attention.title': 'Needs attention',
  'attention.none': 'Nothing needs attention.',
  'attention.closing': {
    one: '{count} project closes enrollment this week with no applications',
    other: '{count} projects close enrollment this week with no applications',
  },
  'attention.empty': { one: '{count} project may not find enough teams', other: '{count} projects may not find enough teams' },
  'attention.idle': {
    one: '{count} team has no project and has not applied',
    other: '{count} teams have no project and have not applied',
  },
  'attention.free': { one: '{count} team without a project', other: '{count} teams without a project' },
  'attention.questions': { one: '{count} unanswered question', other: '{count} unanswered questions' },
  'attention.drafts': { one: '{count} draft project', other: '{count} draft projects' },
  'attention.waits': 'Longest waits by project',
  'attention.reviewers': 'Longest waits by curator',
  'attention.reviewers.nobody': 'Unassigned',
  'attention.waits.count': { one: '{count} application', other: '{count} applications' },
  'attention.filter': 'Needs attention',
  'attention.filter.any': 'All projects',
  'attention.filter.empty': 'May not find enough teams',
  'attention.filter.closing': 'Closing with no applications',
}
