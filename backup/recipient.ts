import { createRequire } from 'node:module'

/** Why a text is not a recipient of age; null when it is one. */
export function whyNotRecipient(text: string): string | null {
  // Loaded only when used, and at once: the configuration is read in one go.
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as typeof import('age-encryption')
  try {
    new Encrypter().addRecipient(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
