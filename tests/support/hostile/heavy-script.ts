import { send, taskOf } from '#heavy/inside.ts'

// A job for heavy/job.test.ts.
const task = taskOf<string>()
if (task === 'answer') send('done')
else if (task === 'endless') {
  send('started')
  for (;;);
} else if (task === 'memory') {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => `${kept.length} ${at}`))
} else if (task === 'crash') process.exit(3)
else if (task === 'environment') send(process.env)
