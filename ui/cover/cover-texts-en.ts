// Texts of the cover editor, for the client and the console.
export const cover = {
  'cover.title': 'Cover',
  'cover.hint': 'Drag a picture here or upload one. Without a picture, a cover is drawn from the tags.',
  'cover.dropHere': 'Drop the picture here',
  'cover.upload': 'Upload a picture',
  'cover.replace': 'Replace',
  'cover.edit': 'Edit cover',
  'cover.new': 'New cover',
  'cover.remove': 'Remove',
  'cover.removed': 'Cover removed.',
  'cover.save': 'Save',
  'cover.saved': 'Cover saved.',
  'cover.position': 'Visible part',
  'cover.alt': 'What the picture shows',
  'cover.altHint': 'Read aloud to people who can’t see it. Write it in the language of the project.',
  'cover.altMissing': 'Describe the picture in a few words.',
  'cover.small': 'The picture is small and may look blurry on large screens. 1440 × 810 pixels or more is best.',
  'cover.tooLarge': 'The file has {size}. The limit is {most}.',
  'cover.unreadable': 'Can’t open this file. Use a JPEG, PNG or WebP picture.',
  'cover.sending': 'Uploading the picture',
  'cover.making': 'Preparing the picture for all screens…',
}
export type CoverTexts = typeof cover
