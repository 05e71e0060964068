import { spawn } from 'node:child_process'

// npm run dev: like npm start, restarted whenever a source file changes, together with the embedded database.
const main = new URL('./main.ts', import.meta.url).pathname
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main, 'serve', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.once('disconnect', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 0))
