import { type IncomingHttpHeaders, request } from 'node:http'

export type Answer = { url: URL; status: number; headers: IncomingHttpHeaders; text: string }
export type Visitor = {
  /** Follows redirects within the origin; a redirect to another origin is not fetched but returned with status 0. */
  visit(address: string | URL, form?: Record<string, string>): Promise<Answer>
  /** Submits the page's form with this one field, like a click on the button. */
  press(page: Answer, name: string, value: string): Promise<Answer>
  cookies(): string[]
}

type Cookie = { host: string; path: string; name: string; value: string }

const MOST_REDIRECTS = 20

/** An HTTP client with a cookie jar and redirects, for scripts and tests. Every host name resolves to this port on 127.0.0.1. */
export function createVisitor(port: number, language = 'en'): Visitor {
  let jar: Cookie[] = []

  function keep(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const read = (name: string) => attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
    const cookie = { host: url.hostname, path: read('path') ?? '/', name: pair.slice(0, at), value: pair.slice(at + 1) }
    jar = jar.filter(({ host, path, name }) => host !== cookie.host || path !== cookie.path || name !== cookie.name)
    const expires = read('expires')
    const isGone = read('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
    const isLost = url.protocol === 'http:' && attributes.some((part) => part.toLowerCase() === 'secure')
    if (!isGone && !isLost) jar.push(cookie)
  }

  const reaches = (path: string, pathname: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

  function send(url: URL, form?: Record<string, string>): Promise<Answer> {
    const cookie = jar
      .filter(({ host, path }) => host === url.hostname && reaches(path, url.pathname))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const body = form === undefined ? undefined : String(new URLSearchParams(form))
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          agent: false,
          path: `${url.pathname}${url.search}`,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: url.host,
            accept: 'text/html,*/*;q=0.8',
            'accept-language': language,
            ...(cookie && { cookie }),
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
          },
        },
        async (response) => {
          for (const line of response.headers['set-cookie'] ?? []) keep(url, line)
          let text = ''
          for await (const part of response.setEncoding('utf8')) text += part
          resolve({ url, status: response.statusCode ?? 0, headers: response.headers, text })
        },
      )
      call.on('error', reject)
      call.end(body)
    })
  }

  async function visit(address: string | URL, form?: Record<string, string>): Promise<Answer> {
    let answer = await send(new URL(address), form)
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const { location } = answer.headers
      if (location === undefined || answer.status < 300 || answer.status > 399) return answer
      const next = new URL(location, answer.url)
      if (next.origin !== answer.url.origin) return { url: next, status: 0, headers: {}, text: '' }
      answer = await send(next)
    }
    throw new Error(`more than ${MOST_REDIRECTS} redirects from ${address}`)
  }

  return {
    visit,
    press(page, name, value) {
      const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1]
      if (action === undefined) throw new Error(`no form at ${page.url} (${page.status})`)
      return visit(new URL(action.replaceAll('&amp;', '&'), page.url), { [name]: value })
    },
    cookies: () => jar.map(({ path, name }) => `${name} ${path}`),
  }
}
