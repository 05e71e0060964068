import type { Config } from '#run/config.ts'
import type { Running } from '#run/serve.ts'

// What a person needs to know after a start: where it is, who is in it, what is still missing.
export function welcome(config: Config, { port, seeded, store }: Running, ms: number): string {
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
  if (config.smtpUrl === null) lines.push(`  Mailbox        ${origin}/mailbox (mail that would be sent; SMTP_URL sends it)`)
  if (seeded && seeded.projects > 0)
    lines.push(
      `  Demo world     ${seeded.projects} projects, ${seeded.people} people, ${seeded.teams} teams (made just now; your changes stay)`,
    )
  if (config.providers === null) {
    lines.push(`  Sign in        ${origin}/auth/mobile/idpauthenticate (the development provider asks for no password)`)
    if (config.demo) lines.push('  Demo people    anna, boris, vera, gleb, curator, admin; a token for scripts: npx projectory token anna')
  } else for (const { name } of config.providers) lines.push(`  Sign in        ${origin}/auth/mobile/${name}authenticate`)
  if (config.unset.length > 0)
    lines.push(`  Not set        ${config.unset.join(', ')}: fine for a try; docs/operations.md says what others will need`)
  lines.push('', `  Try: curl -s ${origin}/api/project/findmany -H 'Content-Type: application/json' -d '{"filters":{"text":"museum"}}'`)
  lines.push('  Ctrl-C stops it; starting again keeps all data.', '')
  return lines.join('\n')
}
