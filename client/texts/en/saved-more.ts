export const savedMore = {
  'saved.title': 'Saved projects',
  'saved.removed': 'Removed from saved.',
  'saved.full': 'You can save up to {most} projects on this device. Sign in to save more.',
  'saved.empty': 'No saved projects yet',
  'saved.emptyText': 'Tap the bookmark on a project to find it here later. We’ll email you before applications close.',
  'saved.emptyGuest': 'Tap the bookmark on a project to find it here later. It’s stored on this device, no account needed.',
  'saved.guest': 'Saved on this device only. Sign in to see your list on all devices and get an email before applications close.',
  'saved.group.open': 'Open for teams',
  'saved.group.pending': 'Upcoming',
  'saved.group.closed': 'Closed for applications',
}
