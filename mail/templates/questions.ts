import { say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about questions on a project.

export const questionTexts: Record<'question_asked' | 'question_answered', Texts> = {
  question_asked: {
    en: ({ project }) => ({
      subject: say`New question about ${project}`,
      title: 'New question',
      body: [say`Someone asked a question about the project ${project}.`],
      next: [say`Your answer will be visible to everyone on the project page.`],
      label: 'Answer',
      why: say`You’re receiving this email because you’re a curator or your team works on this project.`,
    }),
    ru: ({ project }) => ({
      subject: say`Новый вопрос о проекте ${project}`,
      title: 'Новый вопрос',
      body: [say`О проекте ${project} задали вопрос.`],
      next: [say`Ваш ответ увидят все на странице проекта.`],
      label: 'Ответить',
      why: say`Вы получили это письмо, потому что вы куратор или ваша команда работает над этим проектом.`,
    }),
  },
  question_answered: {
    en: ({ project }) => ({
      subject: say`Your question about ${project} was answered`,
      title: 'Your question was answered',
      body: [say`There is an answer to your question about the project ${project}.`],
      next: [],
      label: 'View on the project page',
      why: say`You’re receiving this email because you asked a question about this project.`,
    }),
    ru: ({ project }) => ({
      subject: say`На ваш вопрос о проекте ${project} ответили`,
      title: 'На ваш вопрос ответили',
      body: [say`На ваш вопрос о проекте ${project} пришёл ответ.`],
      next: [],
      label: 'Открыть на странице проекта',
      why: say`Вы получили это письмо, потому что задали вопрос об этом проекте.`,
    }),
  },
}
