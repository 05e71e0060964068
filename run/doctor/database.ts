import { findMigrationState } from '#database/migrate.ts'
import { findServerFacts, type ServerFacts } from '#database/server-facts.ts'
import { connectionLimits } from '#database/sql.ts'
import { broken, type Check, type Finding, note, ok, reasonOf, warning } from './check.ts'

const LEAST_VERSION = 150_000

export const database: Check = {
  name: 'database',
  async run({ config, database }) {
    const place = config.databaseUrl === null ? 'the embedded database' : 'the database of DATABASE_URL'
    if (database === null) return [note(`There is no database in ${config.dataDir} yet.`, 'The first start creates it.')]
    if ('fault' in database)
      return [
        broken(
          `There is no connection to ${place}: ${reasonOf(database.fault)}.`,
          config.databaseUrl === null
            ? 'Read DATA_DIR/postgres/server.log; check the space on the disk and the owner of the folder.'
            : 'Check that the server runs, that this machine may connect to it, and user, password and name in DATABASE_URL.',
        ),
      ]
    const { sql } = database
    const facts = await findServerFacts(sql)
    const findings = [...serverFaults(facts), ...(await migrationFaults(sql, facts)), ...connectionFaults(facts)]
    const { version, synchronousCommit, standbys } = facts
    const replicas = standbys === '' ? 'no synchronous standby' : `synchronous standbys: ${standbys}`
    return [
      ...(findings.some(({ level }) => level === 'broken') ? [] : [ok(`PostgreSQL ${version} is reachable and up to date.`)]),
      ...findings,
      note(`synchronous_commit is ${synchronousCommit}, ${replicas}.`),
    ]
  },
}

function serverFaults(facts: ServerFacts): Finding[] {
  const { versionNumber, version, name, isOwner, role, isReadOnly, isStandby, fsync, fullPageWrites, synchronousCommit } = facts
  const found: Finding[] = []
  if (versionNumber < LEAST_VERSION)
    found.push(broken(`PostgreSQL ${version} is too old.`, 'Upgrade the server to PostgreSQL 15 or newer.'))
  if (!isOwner) found.push(broken(`The role ${role} does not own the database ${name}, so it cannot create tables.`, grantsFor(facts)))
  if (isStandby) found.push(broken('The database is a standby and read-only.', 'Let DATABASE_URL name the primary.'))
  else if (isReadOnly)
    found.push(
      broken(
        'The database is read-only.',
        'Reset default_transaction_read_only of the server, the database and the role, when its cause (a full disk, maintenance) is over.',
      ),
    )
  if (fsync === 'off' || fullPageWrites === 'off')
    found.push(warning('fsync or full_page_writes is off: a power failure destroys the data.', 'Turn both on in postgresql.conf.'))
  if (synchronousCommit === 'off')
    found.push(
      warning(
        'synchronous_commit is off: a crash loses writes that were answered.',
        'Set synchronous_commit to on for this role or database.',
      ),
    )
  return found
}

/** The role itself cannot do it. */
const grantsFor = ({ name, role }: ServerFacts): string =>
  `As a superuser, connected to ${name} (psql -U postgres ${name}): alter database ${quoted(name)} owner to ${quoted(role)}; and, if another role has created the tables, reassign owned by that role to ${quoted(role)};`

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

async function migrationFaults(sql: Parameters<typeof findMigrationState>[0], facts: ServerFacts): Promise<Finding[]> {
  const state = await findMigrationState(sql).catch((error) => {
    if (error.code === '42501') return null // insufficient_privilege
    throw error
  })
  if (state === null) return [broken(`The role ${facts.role} may not read the tables of ${facts.name}.`, grantsFor(facts))]
  const { pending, fault } = state
  if (fault !== null)
    return [broken(`The migrations do not match: ${fault}.`, 'Start the version that made this database, or a newer one.')]
  if (pending.length === 0) return []
  const names = pending.length > 3 ? `${pending.length}, from ${pending[0]} on` : pending.join(', ')
  return [warning(`Migrations are not applied yet: ${names}.`, 'The next start applies them; npx projectory migrate does it alone.')]
}

function connectionFaults({ connections, mostConnections }: ServerFacts): Finding[] {
  const left = mostConnections - connections
  if (left >= connectionLimits.total) return []
  return [
    warning(
      `Only ${Math.max(0, left)} of ${mostConnections} connections are left; a process uses up to ${connectionLimits.total}.`,
      'Raise max_connections, or end what holds them (select * from pg_stat_activity).',
    ),
  ]
}
