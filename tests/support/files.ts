import { createHash } from 'node:crypto'
import type { KeepFile } from '#store/seed.ts'

// For tests that need file rows but never read the bytes.
export const keepInMemory: KeepFile = async (bytes) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.byteLength,
})
