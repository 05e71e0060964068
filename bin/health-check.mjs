// The health check of the container image, which has no curl. Exit code 0: the service answers.
// node bin/health-check.mjs [/healthz]     also /readyz: it answers, and the database too
import { get } from 'node:http'

const [path = '/healthz'] = process.argv.slice(2)
const { HOST, PORT } = process.env
const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
const call = get({ host, port: Number(PORT || 8000), path, timeout: 4000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
call.on('timeout', () => call.destroy(new Error('no answer within 4 s')))
call.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
