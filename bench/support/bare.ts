import { createServer } from 'node:http'

// Baseline: plain node:http that sends bytes from memory; for a POST it reads and parses the body first.
const answers = new Map<string, Buffer>()

const server = createServer((message, response) => {
  const body = answers.get(message.url!)!
  if (message.method === 'POST') {
    const parts: Buffer[] = []
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString('utf8'))
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
      response.end(body)
    })
    return
  }
  if (message.headers['if-none-match'] !== undefined) {
    response.writeHead(304, { ETag: message.headers['if-none-match'] })
    return response.end()
  }
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))

process.on('message', (message: 'usage' | 'stop' | { url: string; body: string }) => {
  if (message === 'usage') process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
  else if (message === 'stop') process.exit(0)
  else answers.set(message.url, Buffer.from(message.body, 'base64'))
})
