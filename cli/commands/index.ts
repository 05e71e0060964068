import type { Command } from '#cli/usage.ts'

/** Each by its name, and only loaded when it is asked for: the whole service would make every command take twice as long. */
export const commands: Record<string, () => Promise<{ default: Command }>> = {
  serve: () => import('./serve.ts'),
  build: () => import('./build.ts'),
  migrate: () => import('./migrate.ts'),
  seed: () => import('./seed.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  keys: () => import('./keys.ts'),
  mail: () => import('./mail.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  routes: () => import('./routes.ts'),
  openapi: () => import('./openapi.ts'),
}
