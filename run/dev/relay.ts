import { type IncomingMessage, request, type ServerResponse } from 'node:http'

// For workers in development: passes calls on to the provider in the main process (run/dev/shared-idp.ts).

/** The host name of the caller is kept: the provider redirects to it. */
export const relayTo =
  (origin: string) =>
  (message: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = message
    const onward = request(`${origin}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.once('close', () => onward.destroy())
    message.pipe(onward)
  }
