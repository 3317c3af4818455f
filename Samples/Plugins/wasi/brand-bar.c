/* A plugin of `migrate` in C, for a sandbox: a WASI command that speaks the rule protocol.
 *
 *     clang --target=wasm32-wasi -O1 brand-bar.c -o brand-bar.wasm
 *
 * It has one rule and one recipe: on iOS 26 `applyBrand()` becomes `applyGlassBrand()`. Each answer is made in
 * memory and written with one `write`, since some hosts garble what `stdio` writes in pieces.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HELLO[] =
    "{\"type\":\"hello\",\"protocol\":1,"
    "\"rules\":[{\"id\":\"brand-bar-call\",\"needles\":[[\".applyBrand()\"]]}],"
    "\"recipes\":[{\"id\":\"brand-bar-wasi\",\"title\":\"Brand bars in glass\","
    "\"summary\":\"On iOS 26 bars take the brand's glass look. Earlier systems stay as they are.\","
    "\"commit\":{\"subject\":\"Brand bars in glass on iOS 26\"},\"recommended\":false,"
    "\"rules\":[\"brand-bar-call\"]}]}\n";

typedef struct {
    char *bytes;
    size_t count, room;
} Text;

static void append(Text *text, const char *bytes, size_t count) {
    if (text->count + count + 1 > text->room) {
        text->room = (text->count + count + 1) * 2;
        text->bytes = realloc(text->bytes, text->room);
        if (!text->bytes) exit(1);
    }
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    text->bytes[text->count] = 0;
}

static void add(Text *text, const char *words) { append(text, words, strlen(words)); }

/* The value of a string key, unescaped. A quotation mark inside a string has a backslash before it, so that
 * `"key":"` is found nowhere else. */
static Text string_value(const char *line, const char *key) {
    Text value = {0};
    append(&value, "", 0);
    const char *at = strstr(line, key);
    if (!at) return value;
    unsigned high = 0;
    for (at += strlen(key); *at && *at != '"'; at++) {
        if (*at != '\\') {
            append(&value, at, 1);
            continue;
        }
        at++;
        switch (*at) {
        case 'n': append(&value, "\n", 1); break;
        case 't': append(&value, "\t", 1); break;
        case 'r': append(&value, "\r", 1); break;
        case 'b': append(&value, "\b", 1); break;
        case 'f': append(&value, "\f", 1); break;
        case 'u': {
            char digits[5] = {0};
            strncpy(digits, at + 1, 4);
            unsigned unit = (unsigned)strtoul(digits, NULL, 16), code = unit;
            at += strlen(digits);
            if (unit >= 0xD800 && unit < 0xDC00) {
                high = unit;
                break;
            }
            if (unit >= 0xDC00 && unit < 0xE000) code = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
            char utf8[4];
            size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
            for (size_t index = count; index > 1; index--, code >>= 6) utf8[index - 1] = (char)(0x80 | (code & 0x3F));
            utf8[0] = (char)(lead[count] | code);
            append(&value, utf8, count);
            break;
        }
        default: append(&value, at, 1);
        }
    }
    return value;
}

static int is_name(char byte) {
    return byte == '_' || byte == '.' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
        || (byte >= 'A' && byte <= 'Z');
}

/* Every call that has its line to itself. */
static void check(const char *line, Text *reply) {
    static const char call[] = ".applyBrand()";
    const char *id = strstr(line, "\"id\":");
    long number = id ? strtol(id + 5, NULL, 10) : 0;
    Text source = string_value(line, "\"text\":\"");
    char words[160];
    snprintf(words, sizeof words, "{\"type\":\"findings\",\"id\":%ld,\"findings\":[", number);
    add(reply, words);
    int many = 0;
    for (char *at = source.bytes; (at = strstr(at, call)); at += sizeof call - 1) {
        char *start = at, *end = at + sizeof call - 1;
        while (start > source.bytes && is_name(start[-1])) start--;
        char *left = start;
        while (left > source.bytes && (left[-1] == ' ' || left[-1] == '\t')) left--;
        if (start == at || (left > source.bytes && left[-1] != '\n') || (*end && *end != '\n' && *end != '\r')) continue;
        snprintf(words, sizeof words, "[%ld,%ld]", (long)(start - source.bytes), (long)(end - source.bytes));
        add(reply, many++ ? ",{\"byteRange\":" : "{\"byteRange\":");
        add(reply, words);
        add(reply, ",\"message\":\"'applyBrand' draws the old bar: use 'applyGlassBrand' from iOS 26 on\","
                   "\"replace\":{\"byteRange\":");
        add(reply, words);
        add(reply, ",\"since\":\"");
        append(reply, start, (size_t)(at - start));
        add(reply, ".applyGlassBrand()\"}}");
    }
    add(reply, "]}\n");
    free(source.bytes);
}

static void answer(const char *line) {
    Text reply = {0};
    if (strstr(line, "\"type\":\"hello\"")) add(&reply, HELLO);
    else check(line, &reply);
    if (write(1, reply.bytes, reply.count) != (ssize_t)reply.count) exit(1);
    free(reply.bytes);
}

int main(void) {
    Text line = {0};
    char buffer[1 << 14];
    for (ssize_t count; (count = read(0, buffer, sizeof buffer)) > 0;) {
        char *next = buffer, *end = buffer + count, *feed;
        while ((feed = memchr(next, '\n', (size_t)(end - next)))) {
            append(&line, next, (size_t)(feed - next));
            answer(line.bytes);
            line.count = 0;
            next = feed + 1;
        }
        append(&line, next, (size_t)(end - next));
    }
    return 0;
}
