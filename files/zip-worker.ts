import { send, taskOf } from '#heavy/inside.ts'
import { readZipNames } from './zip.ts'

send(await readZipNames(taskOf<string>()))
