export const filters = {
  'filters.chosen': 'Selected filters',
  'filters.remove': 'Remove filter: {name}',
  'filters.time': 'Project: {days}',
  'filters.enrollment': 'Enrollment: {days}',
}
