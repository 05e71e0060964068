import { apiDocument } from '#api/pages.ts'
import { authDocument } from '#auth/routes.ts'
import { version } from './parts.ts'

const text = (document: object): string => `${JSON.stringify(document, null, 2)}\n`

// The committed documents have relative server URLs, valid on any host.
export const documentTexts = (): Record<'api' | 'auth', string> => ({
  api: text(apiDocument({ apiUrl: '/api', version })),
  auth: text(authDocument({ authUrl: '/auth', version })),
})
