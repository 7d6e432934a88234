/* A metric in any language: this one in C. axiomatrix writes a question a line, and reads an answer a line.
   A program of yours would take a JSON library; here the two lists that matter are looked for in the text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *METRICS =
    "\"metrics\": [{\"name\": \"precision-in-c\", \"kind\": \"score\", \"arguments\": {\"x\": \"binary list\"},"
    " \"parameters\": {\"k\": \"cut-off\"}, \"formula\": \"P@k(x) = relevant items among the first k / k\","
    " \"holds\": [\"range-zero-one\", \"swap\"], \"source\": \"examples/any_language\"}]}";

static double value(const char *question) {
    long k = strtol(strstr(question, "\"k\":") + 4, NULL, 10), seen = 0, relevant = 0;
    const char *grades = strchr(strstr(question, "\"grades\":"), '[') + 1;
    while (*grades != ']' && seen < k) {
        char *end;
        relevant += strtod(grades, &end) > 0;
        seen++;
        grades = end + strspn(end, ", ");
    }
    return (double)relevant / (double)k;
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        printf("{\"id\": %ld, ", strtol(strstr(line, "\"id\":") + 5, NULL, 10));
        if (strstr(line, "\"question\": \"metrics\""))
            puts(METRICS);
        else
            printf("\"value\": %.17g}\n", value(line));
        fflush(stdout);
    }
    return 0;
}
