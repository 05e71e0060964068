import type { Config } from '#run/config/config.ts'
import type { Running } from '#run/serve.ts'

/** For the log in production. */
export const oneLine = ({ publicUrl, unset }: Config, { port }: Running, ms: number): string =>
  `Projectory is ready (${(ms / 1000).toFixed(1)} s): ${publicUrl}, port ${port}${unset.length > 0 ? `; not set: ${unset.join(', ')}` : ''}`

// The message after a start: URLs, demo accounts, missing settings.
export function welcome(
  config: Config,
  { port, seeded, store }: Running,
  ms: number,
  zone: { timeZone: string; isChosen: boolean },
): string {
  const origin = config.port === 0 ? `http://localhost:${port}` : config.publicUrl
  const lines = [
    '',
    `  Projectory is ready (${(ms / 1000).toFixed(1)} s)`,
    '',
    `  Directory      ${origin}/`,
    `  Console        ${origin}/console`,
    `  Documentation  ${origin}/api/docs`,
    `  Health         ${origin}/readyz`,
    `  Database       ${store.isEmbedded ? `the embedded PostgreSQL in ${config.dataDir}` : 'DATABASE_URL'}`,
  ]
  const ask = zone.isChosen ? '' : ' (not chosen yet: an administrator is asked in the console, or set TIME_ZONE)'
  lines.push(`  Time zone      ${zone.timeZone}${ask}`)
  if (config.smtpUrl === null) lines.push(`  Mailbox        ${origin}/mailbox (emails are stored here until SMTP_URL is set)`)
  if (seeded && seeded.projects > 0)
    lines.push(
      `  Demo data      ${seeded.projects} projects, ${seeded.people} people, ${seeded.teams} teams (just created; your changes are kept)`,
    )
  if (seeded?.invitation)
    lines.push(`  Invitation     ${origin}/invitation/${seeded.invitation} (joins a demo team; valid for six days, printed only now)`)
  if (config.providers === null) {
    lines.push(`  Sign in        ${origin}/auth/mobile/idpauthenticate (development provider, no password)`)
    if (config.demo) lines.push('  Demo accounts  anna, boris, vera, gleb, curator, admin; a token for scripts: npx projectory token anna')
  } else for (const { name } of config.providers) lines.push(`  Sign in        ${origin}/auth/mobile/${name}authenticate`)
  if (config.unset.length > 0)
    lines.push(`  Not set        ${config.unset.join(', ')}: defaults for local use; see docs/operations.md before you go live`)
  lines.push('', `  Try: curl -s ${origin}/api/project/findmany -H 'Content-Type: application/json' -d '{"filters":{"text":"museum"}}'`)
  lines.push('  Ctrl-C stops it. All data is kept for the next start.', '')
  return lines.join('\n')
}
