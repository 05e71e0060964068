import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { settingsFrom } from '#rules/settings/settings.ts'
import { authUrlOf, type PartName } from '#run/config/addresses.ts'
import type { Config } from '#run/config/config.ts'
import { createIdp, type SharedIdp } from './provider.ts'

// Development with several workers: the provider has its sign-ins in memory, so that there must be one. It is in the main process, on a port
// of the loopback interface; the workers pass on what they get below /idp, after checking that the caller is private.

export async function startSharedIdp(config: Config, alone: PartName | null, log: Logger): Promise<SharedIdp & { close(): void }> {
  const { locale } = settingsFrom(null, config)
  const idp = await createIdp({ publicUrl: config.publicUrl, authUrl: authUrlOf(config, alone), locale, log })
  const server = createServer((message, response) => idp.handle(message, response))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: idp.client,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
