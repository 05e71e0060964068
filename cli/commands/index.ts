import type { Command } from '#cli/usage.ts'

type Listed = { summary: string; load: () => Promise<{ default: Command }> }

/** A command is loaded when it is run, and the list needs none of them: loading the whole service takes longer than most commands. */
export const commands: Record<string, Listed> = {
  serve: {
    summary: 'Starts the whole service, or one part at its own root (api, auth, worker).',
    load: () => import('./serve.ts'),
  },
  build: {
    summary: 'Builds the client and prepares the embedded PostgreSQL, for a later start from a folder that cannot be written.',
    load: () => import('./build.ts'),
  },
  doctor: {
    summary:
      'Checks configuration, clock, database, storage, mail, identity providers, keys, backups, web build and ports, and says what to do. --audit also checks the stored data.',
    load: () => import('./doctor.ts'),
  },
  migrate: {
    summary: 'Applies database migrations. npm start does this automatically.',
    load: () => import('./migrate.ts'),
  },
  seed: {
    summary: 'Fills an empty database with demo data. A database in use is not changed.',
    load: () => import('./seed.ts'),
  },
  user: {
    summary: 'Sets the access level of a person: member, curator or administrator. Takes effect on their next request.',
    load: () => import('./user.ts'),
  },
  token: {
    summary: 'Prints an access token for a person (ten minutes). Development only.',
    load: () => import('./token.ts'),
  },
  keys: {
    summary: 'Lists, rotates or revokes the keys that sign access tokens; creates a master key for KEY_FILE.',
    load: () => import('./keys.ts'),
  },
  mail: {
    summary: 'Lists emails with their state, shows, resends or cancels them; lists rejected addresses and allows them again.',
    load: () => import('./mail.ts'),
  },
  audit: {
    summary:
      'Exports the audit log into sealed files, up to a day (UTC; default: yesterday); checks such files and the chain between them.',
    load: () => import('./audit.ts'),
  },
  import: {
    summary:
      'Imports a CSV, XLSX or JSON file, completely or not at all. --dry-run shows the changes without saving them; --report writes a copy of the file with errors marked.',
    load: () => import('./import.ts'),
  },
  export: {
    summary: 'Exports all projects, teams, people, tags or roles to a file that can be imported again; --template exports a template.',
    load: () => import('./export.ts'),
  },
  backup: {
    summary:
      'Makes a backup of database and files, also while the service runs; lists and checks backups, or restores one into a temporary database as a proof.',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary: 'Restores a backup, completely or not at all; --replace deletes what the database has now. Stop the service first.',
    load: () => import('./restore.ts'),
  },
  'upgrade-database': {
    summary:
      'Converts the embedded database to the PostgreSQL of this version, after a new major version of it; the old data are kept. Stop the service first.',
    load: () => import('./upgrade-database.ts'),
  },
  round: {
    summary:
      'Checks the published record of a round: seed, choices, lottery and placement. Needs no server. Or places a sealed round without writing anything.',
    load: () => import('./round.ts'),
  },
  routes: {
    summary: 'Lists all endpoints with the required access level.',
    load: () => import('./routes.ts'),
  },
  openapi: {
    summary: 'Prints the OpenAPI document of the main API or the auth API; --write updates the committed files.',
    load: () => import('./openapi.ts'),
  },
  texts: {
    summary:
      'Lists the texts that each language lacks, and translations whose English text has changed; --strict: exit 1 if there are any.',
    load: () => import('./texts.ts'),
  },
}
