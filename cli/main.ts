import { parseArgs } from 'node:util'
import { commands } from './commands/index.ts'
import { failWithOutput } from './output.ts'
import { UsageError } from './usage.ts'

function help(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(16)} ${summary}`)
  return `Projectory: a project directory

Usage: npx projectory <command> [options]

${lines.join('\n')}

Run npx projectory <command> --help for details.`
}

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help())
    return name === undefined ? 2 : 0
  }
  if (!Object.hasOwn(commands, name)) throw new UsageError(`Unknown command “${name}”\n\n${help()}`)
  const { summary, load } = commands[name]!
  const { default: command } = await load()
  const { values, positionals } = readArgs(args, command.options)
  if (values.help) {
    console.log(`${command.usage}\n\n${summary}`)
    return 0
  }
  if (name !== 'serve') failWithOutput() // the service goes on without its log
  return command.run(positionals, values)
}

// A `kid` may begin with a hyphen; it is not an option.
const isKeyName = (arg: string): boolean => /^-[\w-]{42}$/.test(arg)

function readArgs(given: string[], options: Record<string, { type: 'string' | 'boolean' }> = {}) {
  const args = given.flatMap((arg) => (isKeyName(arg) ? ['--', arg] : [arg]))
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

// 0 success, 1 failure, 2 usage error
try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : (await import('#run/explained.ts')).explainedHere(error as Error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
