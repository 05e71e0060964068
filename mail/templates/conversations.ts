import { say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about questions to the team of an application, and about notes of curators.

export const conversationTexts: Record<'request_question' | 'request_answer' | 'note_mention', Texts> = {
  request_question: {
    en: ({ team, project }) => ({
      subject: say`Question about the application for ${project}`,
      title: 'The curators have a question',
      body: [say`A curator asked a question about the application of the team ${team} for the project ${project}.`],
      next: [say`The curators will decide after you answer.`],
      label: 'Answer',
      why: say`You’re receiving this email because you applied or are an admin of the team ${team}.`,
    }),
    ru: ({ team, project }) => ({
      subject: say`Вопрос по заявке на проект ${project}`,
      title: 'Вопрос от кураторов',
      body: [say`Куратор задал вопрос по заявке команды ${team} на проект ${project}.`],
      next: [say`Кураторы примут решение после вашего ответа.`],
      label: 'Ответить',
      why: say`Вы получили это письмо, потому что вы подали заявку или являетесь администратором команды ${team}.`,
    }),
  },
  request_answer: {
    en: ({ team, project }) => ({
      subject: say`${team} answered your question`,
      title: 'The team has answered',
      body: [say`The team ${team} answered your question about its application for the project ${project}.`],
      next: [],
      label: 'View application',
      why: say`You’re receiving this email because you asked the team a question.`,
    }),
    ru: ({ team, project }) => ({
      subject: say`Команда ${team} ответила на ваш вопрос`,
      title: 'Команда ответила',
      body: [say`Команда ${team} ответила на ваш вопрос по заявке на проект ${project}.`],
      next: [],
      label: 'Открыть заявку',
      why: say`Вы получили это письмо, потому что задали вопрос команде.`,
    }),
  },
  note_mention: {
    en: ({ actor, object }) => ({
      subject: say`${actor} mentioned you in a note on ${object}`,
      title: 'You were mentioned in a note',
      body: [say`${actor} mentioned you in a note on ${object}.`],
      next: [say`Only curators can read notes.`],
      label: 'View note',
      why: say`You’re receiving this email because a curator mentioned you.`,
    }),
    ru: ({ actor, object }) => ({
      subject: say`Вас упомянули в заметке: ${object}`,
      title: 'Вас упомянули в заметке',
      body: [say`${actor} упоминает вас в заметке: ${object}.`],
      next: [say`Заметки видят только кураторы.`],
      label: 'Открыть заметку',
      why: say`Вы получили это письмо, потому что вас упомянул куратор.`,
    }),
  },
}
