// The filters, in a dialog or a column.
export const filterForm = {
  'projects.status': 'Status',
  'projects.tags': 'Topics',
  'projects.time': 'Project dates',
  'projects.enrollment': 'Enrollment dates',
  'projects.from': 'From',
  'projects.to': 'To',
  'projects.show': { one: 'Show {count} project', other: 'Show {count} projects' },
}
