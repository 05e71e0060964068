import type { Command } from '#cli/usage.ts'

/** Imported lazily: loading the whole service would double the time of every command. */
export const commands: Record<string, () => Promise<{ default: Command }>> = {
  serve: () => import('./serve.ts'),
  build: () => import('./build.ts'),
  doctor: () => import('./doctor.ts'),
  migrate: () => import('./migrate.ts'),
  seed: () => import('./seed.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  keys: () => import('./keys.ts'),
  mail: () => import('./mail.ts'),
  audit: () => import('./audit.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'upgrade-database': () => import('./upgrade-database.ts'),
  round: () => import('./round.ts'),
  routes: () => import('./routes.ts'),
  openapi: () => import('./openapi.ts'),
}
