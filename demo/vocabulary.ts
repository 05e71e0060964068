// Initial vocabularies, also for a directory without demo data.

type Role = { name: string; nameRu: string; aliases: string[] }
// The built-in roles of contract/role.ts, and others.
export const roles: Role[] = [
  { name: 'Team Lead', nameRu: 'Тимлид', aliases: ['руководитель команды', 'team leader', 'lead'] },
  { name: 'Project Manager', nameRu: 'Менеджер проекта', aliases: ['руководитель проекта', 'проджект'] },
  { name: 'PM', nameRu: 'ПМ', aliases: [] },
  { name: 'Product manager', nameRu: 'Менеджер продукта', aliases: ['product owner', 'владелец продукта', 'продакт'] },
  { name: 'Analyst', nameRu: 'Аналитик', aliases: [] },
  { name: 'Business Analyst', nameRu: 'Бизнес-аналитик', aliases: [] },
  { name: 'System analyst', nameRu: 'Системный аналитик', aliases: ['systems analyst'] },
  { name: 'Product Analyst', nameRu: 'Продуктовый аналитик', aliases: [] },
  { name: 'Data Analyst', nameRu: 'Аналитик данных', aliases: ['data analytics'] },
  { name: 'Architect', nameRu: 'Архитектор', aliases: ['архитектор ПО', 'software architect', 'solution architect'] },
  {
    name: 'Frontend Developer',
    nameRu: 'Фронтенд-разработчик',
    aliases: ['Frontend-разработчик', 'фронтендер', 'front-end', 'frontend dev'],
  },
  {
    name: 'Backend Developer',
    nameRu: 'Бэкенд-разработчик',
    aliases: ['Backend-разработчик', 'бэкендер', 'back-end', 'backend dev', 'серверный разработчик'],
  },
  {
    name: 'Fullstack Developer',
    nameRu: 'Фулстек-разработчик',
    aliases: ['Fullstack-разработчик', 'full-stack developer', 'full stack'],
  },
  { name: 'Android Developer', nameRu: 'Android-разработчик', aliases: ['андроид-разработчик', 'Kotlin developer'] },
  { name: 'iOS Developer', nameRu: 'iOS-разработчик', aliases: ['разработчик для айфона', 'Swift developer'] },
  {
    name: 'Embedded developer',
    nameRu: 'Разработчик встраиваемых систем',
    aliases: ['embedded', 'программист микроконтроллеров', 'firmware'],
  },
  { name: 'IoT Engineer', nameRu: 'Инженер интернета вещей', aliases: ['интернет вещей', 'internet of things'] },
  { name: 'Robotics engineer', nameRu: 'Инженер-робототехник', aliases: ['робототехник', 'roboticist'] },
  { name: 'Electronics engineer', nameRu: 'Инженер-электронщик', aliases: ['электронщик', 'hardware engineer'] },
  { name: 'Mechanical designer', nameRu: 'Инженер-конструктор', aliases: ['конструктор', 'CAD', 'mechanical engineer'] },
  { name: 'Data Engineer', nameRu: 'Инженер данных', aliases: ['ETL', 'дата-инженер'] },
  {
    name: 'ML Engineer',
    nameRu: 'ML-инженер',
    aliases: ['специалист по машинному обучению', 'ML', 'machine learning engineer', 'data scientist', 'дата-сайентист'],
  },
  { name: 'CV Engineer', nameRu: 'Инженер компьютерного зрения', aliases: ['компьютерное зрение', 'computer vision'] },
  { name: 'NLP Engineer', nameRu: 'Инженер по обработке языка', aliases: ['обработка языка', 'natural language processing'] },
  { name: 'Designer', nameRu: 'Дизайнер', aliases: [] },
  { name: 'UX/UI designer', nameRu: 'Дизайнер интерфейсов', aliases: ['UX', 'UI', 'веб-дизайнер', 'product designer'] },
  { name: 'Graphic designer', nameRu: 'Графический дизайнер', aliases: ['иллюстратор', 'illustrator', 'художник'] },
  { name: 'UX Researcher', nameRu: 'UX-исследователь', aliases: ['исследователь интерфейсов'] },
  { name: 'QA', nameRu: 'Тестировщик', aliases: ['Tester', 'QA engineer', 'инженер по качеству'] },
  { name: 'DevOps', nameRu: 'DevOps-инженер', aliases: ['DevOps engineer', 'системный администратор', 'sysadmin', 'SRE'] },
  { name: 'Technical writer', nameRu: 'Технический писатель', aliases: ['документалист', 'редактор', 'documentation'] },
  { name: 'Content Manager', nameRu: 'Контент-менеджер', aliases: ['контент'] },
  { name: 'Researcher', nameRu: 'Исследователь', aliases: ['социолог', 'интервьюер'] },
]

/** The last one is the fallback for every host the others do not list. */
export const platforms = [
  { name: 'GitHub', hosts: ['github.com', 'gist.github.com', 'github.io'] },
  { name: 'GitLab', hosts: ['gitlab.com', 'gitlab.io'] },
  { name: 'Figma', hosts: ['figma.com'] },
  { name: 'Google Drive', hosts: ['drive.google.com', 'docs.google.com'] },
  { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  { name: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  { name: 'Notion', hosts: ['notion.so', 'notion.site'] },
  { name: 'Miro', hosts: ['miro.com'] },
  { name: 'Website', hosts: [] as string[] },
]

export const fileTypes = [
  { name: 'Presentation', nameRu: 'Презентация', isPublic: true },
  { name: 'Report', nameRu: 'Отчёт', isPublic: true },
  { name: 'Poster', nameRu: 'Постер', isPublic: true },
  { name: 'Video', nameRu: 'Видео', isPublic: true },
  { name: 'Data set', nameRu: 'Набор данных', isPublic: true },
  { name: 'Source code', nameRu: 'Исходный код', isPublic: false },
  { name: 'Technical specification', nameRu: 'Техническое задание', isPublic: false },
]

export const refusalReasons = [
  { en: 'All places have been given to other teams.', ru: 'Все места заняты другими командами.' },
  { en: 'The team lacks skills the project needs.', ru: 'В команде нет навыков, нужных проекту.' },
  { en: 'The team is too small for the amount of work.', ru: 'Команда слишком мала для такого объёма работы.' },
  { en: 'The application does not say how the team wants to work.', ru: 'Из заявки не видно, как команда собирается работать.' },
  { en: 'The schedule of the team does not fit the project.', ru: 'Расписание команды не совпадает со сроками проекта.' },
  { en: 'The client has postponed or changed the project.', ru: 'Заказчик перенёс или изменил проект.' },
]
