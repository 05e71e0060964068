import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Language } from '#contract/language.ts'
import { readTexts } from '#texts/server.ts'
import type { Country } from './profile.ts'

// Phone numbers of people.

const PHONE = /^(?:\+|00)?\s*[\d(][\d\s().\u2010-\u2015-]{3,38}$/
const INTERNATIONAL = /^(?:\+|00)/

/** The country of numbers without a country code. */
export const phoneCountry = (locale: Language, country: Country | null): Country | null =>
  country ?? ((readTexts(locale, 'language').phoneCountry || null) as Country | null)
export const isNationalPhone = (given: string): boolean => PHONE.test(given.trim()) && !INTERNATIONAL.test(given.trim())

/**
 * E.164; "" clears, null is invalid. A number without a country code (+ or 00) is read as one of the directory's country; if it has
 * none, of that in texts/<language>/language.json of its main language.
 */
export function readPhone(given: string, locale: Language, country: Country | null = null): string | null {
  const text = given.trim()
  if (text === '') return ''
  if (!PHONE.test(text)) return null
  if (INTERNATIONAL.test(text)) {
    const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), { extract: false })
    // isPossible, not isValid: new number ranges appear before the library knows them.
    return number?.isPossible() ? number.number : null
  }
  const defaultCountry = phoneCountry(locale, country)
  if (defaultCountry === null) return null
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  return number?.isValid() ? number.number : null
}

/** As people write it: +44 7700 900123. */
export const writePhone = (phone: string): string => parsePhoneNumberFromString(phone, { extract: false })?.formatInternational() ?? phone
