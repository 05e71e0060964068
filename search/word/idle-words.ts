import { stopWords } from './stop-words.ts'

// Words of requests and questions: they say that somebody looks for a project, not which one. All forms, because other words share their stems.
const idle = `want wants wanted wanting wanna need needs needed like likes love looking look find finding found search searching seeking seek show give get
know tell please thanks hello hi project projects topic topics theme idea ideas participate join interested interesting interest related regarding wish hope
try anyone maybe kind sort way thing things stuff people person lot lots
хочу хочется хотел хотела хотели хотим хотят хотеть хотелось нужен нужна нужно нужны требуется требуются ищу ищем ищет ищут искать найти найдите
найдется подскажите подскажи покажи покажите расскажите скажите посоветуйте интересно интересует интересуюсь интересны интересный интересные интересен
пожалуйста спасибо привет здравствуйте проект проекты проекта проектов проектах проекте проекту проектом проектами тема темы тему темой теме идея идеи идею
связан связана связано связаны связанный связанные связанное касается насчет типа вроде поводу участвовать поучаствовать заняться заниматься
могу можете можем может умею человек люди людей людям людьми много разный разные всякий`

const idleWords: ReadonlySet<string> = new Set(idle.split(/\s+/))
export const isIdle = (word: string): boolean => stopWords.has(word) || idleWords.has(word)
