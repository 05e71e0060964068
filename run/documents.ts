import { apiDocument } from '#api/pages.ts'
import { version } from './parts.ts'

// The committed documents name no host: a relative address fits wherever they are read.
export const apiDocumentText = (): string => `${JSON.stringify(apiDocument({ apiUrl: '/api', version }), null, 2)}\n`
