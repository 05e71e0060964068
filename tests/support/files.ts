import { createHash } from 'node:crypto'
import type { StoreFile } from '#demo/seed.ts'

// For tests that need file rows but never read the bytes.
export const keepInMemory: StoreFile = async (bytes) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.byteLength,
})
