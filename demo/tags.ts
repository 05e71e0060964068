export const demoTags = [
  { name: 'Web', name_ru: 'Веб', description: 'Sites, portals and applications that run in a browser.' },
  {
    name: 'Mobile',
    name_ru: 'Мобильные приложения',
    description: 'Applications for phones and tablets, native or installed from the browser.',
  },
  {
    name: 'Machine learning',
    name_ru: 'Машинное обучение',
    description: 'Models that learn from data: recognition, forecasts, search by meaning.',
  },
  { name: 'Open data', name_ru: 'Открытые данные', description: 'Collecting, cleaning and publishing data that everybody may use.' },
  { name: 'Design', name_ru: 'Дизайн', description: 'Interfaces, visualisation, objects and spaces.' },
  { name: 'City', name_ru: 'Город', description: 'Transport, streets, public services and neighbourhoods.' },
  { name: 'Internet of things', name_ru: 'Интернет вещей', description: 'Sensors, controllers and devices that send data.' },
  { name: 'Robotics', name_ru: 'Робототехника', description: 'Robots, arms, drones and mechanics.' },
  { name: 'Education', name_ru: 'Образование', description: 'School, university and everything that helps people learn and teach.' },
  { name: 'Health', name_ru: 'Здоровье', description: 'Medicine, rehabilitation, food and care for people.' },
  { name: 'Culture', name_ru: 'Культура', description: 'Museums, theatres, libraries, archives and memory.' },
  { name: 'Environment', name_ru: 'Экология', description: 'Nature, air, water, energy and careful consumption.' },
]
