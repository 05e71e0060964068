import { apiDocument } from '#api/pages.ts'
import { authDocument } from '#auth/routes.ts'
import { version } from './parts.ts'

// Made when they are asked for, in a third of a second; the server URLs are relative, valid on any host.
export const documentTexts = (): Record<'api' | 'auth', string> => ({
  api: JSON.stringify(apiDocument({ apiUrl: '/api', version })),
  auth: JSON.stringify(authDocument({ authUrl: '/auth', version })),
})
