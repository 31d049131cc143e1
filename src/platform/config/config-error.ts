/** A start that can't go on: names the variable and says what it should be. Never holds a secret's value. */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`);
  }
}
