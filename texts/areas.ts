import type errors from './en/errors.json'
import type fields from './en/fields.json'
import type language from './en/language.json'
import type mail from './en/mail.json'
import type pages from './en/pages.json'
import type reasons from './en/reasons.json'
import type rules from './en/rules.json'
import type sheets from './en/sheets.json'

/** The files of a language. The keys of each are those of English; types are all that code needs of them. */
export type Areas = {
  errors: typeof errors
  fields: typeof fields
  language: typeof language
  mail: typeof mail
  pages: typeof pages
  reasons: typeof reasons
  rules: typeof rules
  sheets: typeof sheets
}
