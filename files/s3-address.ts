export type S3Address = { bucket: string; prefix: string; endpoint: string | undefined; region: string }

// Parses s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1; returns the error text for the operator if it is invalid.
export function readS3Address(text: string): S3Address | string {
  if (!URL.canParse(text) || new URL(text).protocol !== 's3:')
    return 'not an address of the form s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    return 'the address must not contain keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return `“${url.hostname}” is not a valid bucket name`
  if (url.port !== '') return 'the address must not contain a port; put it in the endpoint'
  for (const name of url.searchParams.keys())
    if (!['endpoint', 'region'].includes(name)) return `unknown parameter “${name}”; use endpoint and region`
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return `the endpoint “${endpoint}” is not an http or https URL`
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  if (!/^[\w.-]*(?:\/[\w.-]+)*$/.test(prefix)) return `“${prefix}” is not a valid prefix: use only letters, digits, ., -, _ and /`
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}
