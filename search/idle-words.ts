import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'

// Words of requests and questions: they say that somebody looks for a project, not which one. By stem.
const idle = `want wants wanted wanna need needs needed like likes love looking look find finding found search searching seeking seek show give get
know tell please thanks hello hi project projects topic theme idea ideas participate join interested interesting interest related regarding
want wish hope try anyone maybe kind sort type way thing things stuff people person someone lot lots
хочу хочется хотел хотела хотелось хотим хотят хотеть нужен нужна нужно нужны требуется требуются ищу ищем ищет ищут искать найти найдите
найдется подскажите подскажи покажи покажите расскажите скажите посоветуйте интересно интересует интересуюсь интересны интересный
интересные интересен пожалуйста спасибо привет здравствуйте проект проекты проекта проектов проектах проекте проекту тема темы тему идея идеи
связан связанный связанные связано касается насчет типа вроде поводу участвовать поучаствовать заняться заниматься хотелось
могу можете можем может мочь умею человек люди людей людям много разный всякий`

const idleStems: ReadonlySet<string> = new Set(idle.split(/\s+/).map(stemOf))
export const isIdle = (word: string): boolean => stopWords.has(word) || idleStems.has(stemOf(word))
