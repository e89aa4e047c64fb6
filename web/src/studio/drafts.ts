/** Texts that somebody has written, kept by the browser under the names of their models. */
export class Drafts {
  private readonly prefix = "alembert-draft:";
  private readonly lastName = "alembert-last";
  private refused = false;

  /** Whether the browser keeps what it is given: its store may be full or forbidden. */
  get areKept(): boolean {
    return !this.refused;
  }

  /** The model that was open last. */
  get last(): string | null {
    return this.read(this.lastName);
  }
  set last(name: string) {
    this.write(this.lastName, name);
  }

  names(): string[] {
    try {
      const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
      const own = keys.filter((key) => key.startsWith(this.prefix));
      return own.map((key) => key.slice(this.prefix.length)).sort();
    } catch {
      return [];
    }
  }

  of(name: string): string | null {
    return this.read(this.prefix + name);
  }

  keep(name: string, text: string): void {
    this.write(this.prefix + name, text);
  }

  forget(name: string): void {
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      // then there was none
    }
  }

  private read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  private write(key: string, text: string): void {
    try {
      localStorage.setItem(key, text);
      this.refused = false;
    } catch {
      this.refused = true;
    }
  }
}
