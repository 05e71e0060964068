// The S3 server of the rig, a process of its own: node s3-server.ts <folder> <port>
const [directory, port] = process.argv.slice(2)
type S3Server = { run(): Promise<{ port: number }> }
// @ts-expect-error: it has no types
const { default: S3rver } = (await import('s3rver')) as { default: new (options: object) => S3Server }
const configureBuckets = [{ name: 'files' }]
await new S3rver({ port: Number(port), address: '127.0.0.1', silent: true, directory, configureBuckets }).run()
