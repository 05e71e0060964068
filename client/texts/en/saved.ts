export const saved = {
  'saved.save': 'Save',
  'saved.saved': 'Saved',
  'saved.tabs': 'Lists',
  'saved.tab.all': 'All',
  'saved.tab.saved': 'Saved',
}
