import { S3Client } from '@aws-sdk/client-s3'
import type { StorageDeadlines } from './guard.ts'
import type { S3Address } from './s3-address.ts'

const MOST_SOCKETS = 200 // twice the downloads that may run at the same time

// Without a logger the client writes its advice on the environment to the terminal, between the lines of commands. `doctor` says what matters of it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true' // the versions of Node and of the client are ours
const ignore = (): void => {}
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

type Headers = () => Record<string, string>

export function createS3Client(address: S3Address, { answerMs, keepMs }: StorageDeadlines, headers?: Headers): S3Client {
  const client = new S3Client({
    region: address.region,
    logger,
    endpoint: address.endpoint,
    forcePathStyle: address.endpoint !== undefined,
    // A call that guard.ts has given up must not keep its socket.
    requestHandler: {
      connectionTimeout: answerMs / 2,
      requestTimeout: keepMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MOST_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_SOCKETS },
    },
    // Not every S3 server supports checksum trailers; the size is checked after the upload, and keys are content hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // After signing: the header of a trace may be changed on the way.
  if (headers)
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { headers: Record<string, string> }).headers, headers())
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low', name: 'traceHeaders' },
    )
  return client
}
