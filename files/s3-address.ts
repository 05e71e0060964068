export type S3Address = { bucket: string; prefix: string; endpoint: string | undefined; region: string }

// s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1; what is wrong with it comes back as words for the operator.
export function readS3Address(text: string): S3Address | string {
  if (!URL.canParse(text) || new URL(text).protocol !== 's3:')
    return 'not an address of the form s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    return 'keys do not belong into the address; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return `“${url.hostname}” cannot be the name of a bucket`
  if (url.port !== '') return 'a port belongs into the endpoint'
  for (const name of url.searchParams.keys())
    if (!['endpoint', 'region'].includes(name)) return `“${name}” is unknown here; there are endpoint and region`
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return `the endpoint “${endpoint}” is no http or https address`
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  if (!/^[\w.-]*(?:\/[\w.-]+)*$/.test(prefix)) return `“${prefix}” cannot be a prefix: letters, digits, ., -, _ and / only`
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}
